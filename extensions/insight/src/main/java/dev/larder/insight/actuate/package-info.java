/** Endpoints of what is found out about the traffic, and how the page for operators shows it. */
@NullMarked
package dev.larder.insight.actuate;

import org.jspecify.annotations.NullMarked;
