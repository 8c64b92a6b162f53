/** W-TinyLFU, the default: a store over Caffeine. */
@NullMarked
package dev.larder.policies.caffeine;

import org.jspecify.annotations.NullMarked;
