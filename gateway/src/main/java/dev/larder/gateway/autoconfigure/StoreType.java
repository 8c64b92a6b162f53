package dev.larder.gateway.autoconfigure;

/** Who decides which responses stay in the store. */
public enum StoreType {
    /** W-TinyLFU, as Caffeine has it. */
    CAFFEINE
}
