/** What is delivered: the libraries inside the executable jar and the container files around it. */
@NullMarked
package dev.larder.acceptance.supplychain;

import org.jspecify.annotations.NullMarked;
