package com.example.hello;

import org.jspecify.annotations.Nullable;

/**
 * What the extension adds to each rule.
 *
 * @param greeting what operators are greeted with by this rule
 */
public record HelloRuleProperties(@Nullable String greeting) {}
