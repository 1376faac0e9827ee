"""The domains that are shipped with cocoa: data, one folder each."""
