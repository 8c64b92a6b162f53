/** Annotations that say what routes do. Each is a default of properties below {@code larder.rules}, which win over it. */
@NullMarked
package dev.larder.gateway.rule.annotation;

import org.jspecify.annotations.NullMarked;
