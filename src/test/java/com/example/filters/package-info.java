/** Filters of routes as applications write them. Their package is none of Larder's, as its own filters are known by theirs. */
@NullMarked
package com.example.filters;

import org.jspecify.annotations.NullMarked;
