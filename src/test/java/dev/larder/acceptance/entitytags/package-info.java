/** Entity tags for origins that send none. */
@NullMarked
package dev.larder.acceptance.entitytags;

import org.jspecify.annotations.NullMarked;
