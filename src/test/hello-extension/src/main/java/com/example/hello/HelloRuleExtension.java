package com.example.hello;

import dev.larder.gateway.autoconfigure.RuleExtension;
import java.util.List;

/** Adds {@code greeting} to every rule. */
final class HelloRuleExtension implements RuleExtension {

    @Override
    public List<Class<? extends Record>> settings() {
        return List.of(HelloRuleProperties.class);
    }
}
