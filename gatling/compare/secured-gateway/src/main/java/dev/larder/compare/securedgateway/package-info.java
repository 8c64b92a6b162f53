/** The gateway behind Spring Security in which Larder and the gateway's own cache are compared. */
@NullMarked
package dev.larder.compare.securedgateway;

import org.jspecify.annotations.NullMarked;
