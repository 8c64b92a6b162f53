/** Answers from the store are the same at whatever level they are given. */
@NullMarked
package dev.larder.acceptance.hardening;

import org.jspecify.annotations.NullMarked;
