/** Tests of what stores and policies share. */
@NullMarked
package dev.larder.policies.accesslog;

import org.jspecify.annotations.NullMarked;
