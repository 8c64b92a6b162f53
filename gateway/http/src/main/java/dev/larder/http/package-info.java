/** What may stand on the wire: strictness that Netty's codecs leave to their user, towards clients and towards origins. */
@NullMarked
package dev.larder.http;

import org.jspecify.annotations.NullMarked;
