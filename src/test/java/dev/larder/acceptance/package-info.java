/** What a client of the gateway sees: scenarios over raw sockets, one file per group of cases. */
@NullMarked
package dev.larder.acceptance;

import org.jspecify.annotations.NullMarked;
