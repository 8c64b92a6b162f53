/** Tests of settings and beans. */
@NullMarked
package dev.larder.disk.autoconfigure;

import org.jspecify.annotations.NullMarked;
