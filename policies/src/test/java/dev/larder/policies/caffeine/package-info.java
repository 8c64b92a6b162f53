/** Tests of the store over Caffeine. */
@NullMarked
package dev.larder.policies.caffeine;

import org.jspecify.annotations.NullMarked;
