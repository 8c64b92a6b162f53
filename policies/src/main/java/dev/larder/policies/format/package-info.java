/** What entries have in common as bytes, wherever they leave the process to. */
@NullMarked
package dev.larder.policies.format;

import org.jspecify.annotations.NullMarked;
