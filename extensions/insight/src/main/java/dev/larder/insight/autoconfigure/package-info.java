/** Beans and settings of what is found out about the traffic. */
@NullMarked
package dev.larder.insight.autoconfigure;

import org.jspecify.annotations.NullMarked;
