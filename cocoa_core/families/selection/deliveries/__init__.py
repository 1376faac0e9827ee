"""The deliveries, one file each; `delivery_names` lists them."""
