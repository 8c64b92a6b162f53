/** What the gateway counts of its traffic, held against what its clients see and a model knows. */
@NullMarked
package dev.larder.acceptance.traffic;

import org.jspecify.annotations.NullMarked;
