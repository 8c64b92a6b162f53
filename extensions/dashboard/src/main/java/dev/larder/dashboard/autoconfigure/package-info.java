/** Puts the page where the actuator is, if it is enabled, and says what is wrong with its settings. */
@NullMarked
package dev.larder.dashboard.autoconfigure;

import org.jspecify.annotations.NullMarked;
