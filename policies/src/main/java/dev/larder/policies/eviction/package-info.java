/** Single-threaded eviction algorithms without side effects, one class each, written as in their papers. */
@NullMarked
package dev.larder.policies.eviction;

import org.jspecify.annotations.NullMarked;
