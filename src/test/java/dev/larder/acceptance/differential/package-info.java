/** What Larder makes of requests that nobody meant to send, beside what nginx and Varnish make of them. */
@NullMarked
package dev.larder.acceptance.differential;

import org.jspecify.annotations.NullMarked;
