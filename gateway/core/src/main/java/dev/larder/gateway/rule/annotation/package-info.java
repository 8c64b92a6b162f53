/** Annotations for routes. Each sets defaults for properties below {@code larder.rules}, which take precedence. */
@NullMarked
package dev.larder.gateway.rule.annotation;

import org.jspecify.annotations.NullMarked;
