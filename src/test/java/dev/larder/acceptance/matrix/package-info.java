/** What the gateway owes its clients, tried on every way that a request can take through it. */
@NullMarked
package dev.larder.acceptance.matrix;

import org.jspecify.annotations.NullMarked;
