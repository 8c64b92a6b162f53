/** The command: its options, and the machine it runs on. */
@NullMarked
package dev.larder.compare;

import org.jspecify.annotations.NullMarked;
