/** The demo origin behind the profile {@code demo}: an employee-learning API in memory, and the cached route to it. */
@NullMarked
package dev.larder.gateway.demo;

import org.jspecify.annotations.NullMarked;
