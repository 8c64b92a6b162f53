/** What clients do, good ones and bad ones. */
@NullMarked
package dev.larder.soak.traffic;

import org.jspecify.annotations.NullMarked;
