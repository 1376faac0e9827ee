"""What is proposed for a table: groups, rules, draws and wordings, tried before they are shown."""
