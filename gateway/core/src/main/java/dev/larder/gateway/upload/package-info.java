/** Content of requests: received once, counted once, sent by one sender; what is too slow or breaks off is named. */
@NullMarked
package dev.larder.gateway.upload;

import org.jspecify.annotations.NullMarked;
