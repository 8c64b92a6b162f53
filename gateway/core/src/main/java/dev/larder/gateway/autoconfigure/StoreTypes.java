package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.exchange.BodyRecorderFactory;
import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.StoreTierFactory;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The types and tiers of stores that factories have added. Settings that name another one stop the start. */
final class StoreTypes {

    private static final String TYPE = "larder.store.type";
    private static final String TIERS = "larder.store.tiers";

    /** The jars that add a name which the core does not have. */
    private static final Map<String, String> JARS = Map.of(
            "auto",
            "larder-insight",
            "disk",
            "larder-disk",
            "hazelcast",
            "larder-cluster",
            "cluster",
            "larder-cluster");

    private final LarderProperties.Store store;
    private final Map<String, CacheStoreFactory> types = new TreeMap<>();
    private final Map<String, StoreTierFactory> tiers = new TreeMap<>();

    StoreTypes(LarderProperties properties, Stream<CacheStoreFactory> types, Stream<StoreTierFactory> tiers) {
        this.store = properties.store();
        types.forEach(factory -> factory.types().forEach(type -> this.types.put(type, factory)));
        tiers.forEach(factory -> this.tiers.put(factory.tier(), factory));
        requireKnown(TYPE, store.type(), this.types.keySet());
        properties
                .stores()
                .forEach((name, named) ->
                        requireKnown("larder.stores." + name + ".type", named.type(), this.types.keySet()));
        requireTiers();
    }

    private void requireTiers() {
        List<String> wanted = store.tiers();
        List<String> known = Stream.concat(Stream.of(LarderProperties.Store.MEMORY), tiers.keySet().stream())
                .toList();
        wanted.forEach(tier -> requireKnown(TIERS, tier, known));
        Require.that(
                behindMemory(wanted) || types.containsKey(wanted.get(0)),
                TIERS,
                wanted,
                "a store is in memory, on disk, or in memory and behind it on disk or in a cluster",
                "memory,disk");
        Require.that(
                of(store.type()).isInHeap() || !wanted.contains(LarderProperties.Store.MEMORY),
                TIERS,
                wanted,
                TYPE + "=" + store.type() + " says that nothing is in memory",
                TYPE + "=caffeine");
    }

    private static boolean behindMemory(List<String> wanted) {
        return wanted.isEmpty() || wanted.contains(LarderProperties.Store.MEMORY);
    }

    private static void requireKnown(String property, String name, Collection<String> known) {
        String jar = JARS.get(name);
        Require.that(
                known.contains(name),
                property,
                name,
                jar == null
                        ? "that is not one of " + String.join(", ", known)
                        : "the jar " + jar + ", which adds it, is not on the class path",
                jar == null
                        ? String.join(" or ", known)
                        : property + "=" + String.join(" or ", known) + ", or add the dependency dev.larder:" + jar);
    }

    /** The factory of a type. */
    CacheStoreFactory of(String type) {
        return Optional.ofNullable(types.get(type)).orElseThrow();
    }

    /** Where the larger bodies of a store go. */
    Optional<BodyRecorderFactory> bodies(String name) {
        return types.values().stream()
                .distinct()
                .flatMap(factory -> factory.bodies(name).stream())
                .findFirst();
    }

    /** The type of the store of {@code larder.store}: a tier that is there alone is one. */
    String mainType() {
        return behindMemory(store.tiers()) ? store.type() : store.tiers().get(0);
    }

    /** The factory of the store of {@code larder.store}. */
    CacheStoreFactory main() {
        return of(mainType());
    }

    /** What is behind the memory. */
    Optional<StoreTierFactory> behindMemory() {
        return store.tiers().isEmpty()
                ? tiers.values().stream().filter(StoreTierFactory::isImplied).findFirst()
                : store.tiers().stream()
                        .flatMap(tier -> Optional.ofNullable(tiers.get(tier)).stream())
                        .findFirst();
    }
}
