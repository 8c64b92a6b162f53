/** The facade of exchanges over stores and invalidation: named stores, the codec, bodies as they are kept, and factories that add names to {@code larder.store.type}. */
@NullMarked
package dev.larder.gateway.store;

import org.jspecify.annotations.NullMarked;
