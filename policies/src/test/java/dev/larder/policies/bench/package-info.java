/** JMH benchmarks of stores and policies; see the README of this module for how to run them. */
@NullMarked
package dev.larder.policies.bench;

import org.jspecify.annotations.NullMarked;
