/** Stores on disk: the settings below {@code larder.disk}, and the type and tier {@code disk}. */
@NullMarked
package dev.larder.disk.autoconfigure;

import org.jspecify.annotations.NullMarked;
