"""Ways to run the host script on a node: exec, ssh, debug pod."""
