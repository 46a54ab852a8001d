"""Lists nodes, pods and events with kr8s, as its own examples do."""

import kr8s

nodes = list(kr8s.get("nodes"))
pods = list(kr8s.get("pods", namespace=kr8s.ALL))
events = list(kr8s.get("events", namespace=kr8s.ALL))
print(len(nodes), len(pods), len(events))
