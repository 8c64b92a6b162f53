/** Beans and settings of the findings about the traffic. */
@NullMarked
package dev.larder.insight.autoconfigure;

import org.jspecify.annotations.NullMarked;
