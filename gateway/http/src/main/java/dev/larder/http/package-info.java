/** HTTP syntax and framing: checks beyond those of Netty's codecs, towards clients and towards origins. */
@NullMarked
package dev.larder.http;

import org.jspecify.annotations.NullMarked;
