"""Lists nodes, pods and events with the official Python client, as its own examples do."""

from kubernetes import client, config

config.load_kube_config()
api = client.CoreV1Api()
nodes = api.list_node().items
pods = api.list_pod_for_all_namespaces().items
events = api.list_event_for_all_namespaces().items
print(len(nodes), len(pods), len(events))
