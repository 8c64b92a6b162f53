/** Answers from the store are the same at whatever level they are given. */
@NullMarked
package dev.larder.acceptance.hitpath;

import org.jspecify.annotations.NullMarked;
