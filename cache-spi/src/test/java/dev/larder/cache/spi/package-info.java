/** The contract of stores as tests, for every store to pass, and the tests of the contract's own values. */
@NullMarked
package dev.larder.cache.spi;

import org.jspecify.annotations.NullMarked;
