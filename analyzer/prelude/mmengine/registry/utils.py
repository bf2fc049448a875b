from mmengine.registry.default_scope import DefaultScope


def init_default_scope(scope):
    current = DefaultScope.get_current_instance()
    if current is None or not DefaultScope.check_instance_created(scope):
        DefaultScope.get_instance(scope, scope_name=scope)
    elif current.scope_name != scope:
        DefaultScope.get_instance(f"{scope}-{len(DefaultScope._instance_dict)}", scope_name=scope)


def traverse_registry_tree(registry, verbose=True):
    found = []

    def visit(node):
        if len(node):
            found.append({"num_modules": len(node), "scope": f"{node.scope}/{node.name}", "modules": list(node.module_dict)})
        for child in node.children.values():
            visit(child)

    visit(registry.root)
    return found


def count_registered_modules(save_path=None, verbose=True):
    from mmengine.registry import root
    from mmengine.registry.registry import Registry
    return {"registries": {name: traverse_registry_tree(value, verbose) for name, value in vars(root).items()
                           if isinstance(value, Registry)}}
