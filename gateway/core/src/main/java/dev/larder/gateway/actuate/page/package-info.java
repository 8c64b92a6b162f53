/** What parts of the gateway, and its extensions, have shown on the page for operators, where there is one. */
@NullMarked
package dev.larder.gateway.actuate.page;

import org.jspecify.annotations.NullMarked;
