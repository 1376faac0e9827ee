"""One file a delivery; `delivery_names` lists them."""
