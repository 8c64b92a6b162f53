/** Tests of what rules say and which of them counts. */
@NullMarked
package dev.larder.gateway.rule;

import org.jspecify.annotations.NullMarked;
