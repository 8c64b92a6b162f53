/** Factories of stores, which add names to {@code larder.store.type} and {@code larder.store.tiers}. */
@NullMarked
package dev.larder.gateway.store;

import org.jspecify.annotations.NullMarked;
