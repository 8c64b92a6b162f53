/** The command: an hour of mixed traffic with every fault in turn, and what it is judged by. */
@NullMarked
package dev.larder.soak;

import org.jspecify.annotations.NullMarked;
