package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.store.CacheStoreFactory;
import dev.larder.gateway.store.MemoryStoreFactory;
import dev.larder.gateway.store.StoreTierFactory;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The store types and tiers of all factories, by name. Settings with another name prevent the start, as do two factories with the
 * same name.
 */
final class StoreTypeRegistry {

    private static final String TYPE = "larder.store.type";
    private static final String TIERS = "larder.store.tiers";

    private final StoreProperties store;
    private final Map<String, CacheStoreFactory> types = new TreeMap<>();
    private final Map<String, StoreTierFactory> tiers = new TreeMap<>();

    StoreTypeRegistry(
            StoreProperties store,
            Map<String, LarderProperties.NamedStore> named,
            Stream<CacheStoreFactory> types,
            Stream<StoreTierFactory> tiers) {
        this.store = store;
        types.forEach(factory -> factory.types().forEach(type -> add(type, factory, this.types, TYPE)));
        tiers.forEach(this::add);
        requireKnown(TYPE, store.type(), this.types.keySet());
        named.forEach(
                (name, each) -> requireKnown("larder.stores." + name + ".type", each.type(), this.types.keySet()));
        requireTiers();
    }

    private void add(StoreTierFactory factory) {
        if (StoreNames.isSame(factory.tier(), MemoryStoreFactory.TIER)) {
            throw new DuplicateStoreNameException(
                    factory.tier(),
                    TIERS,
                    MemoryStoreFactory.class.getName(),
                    factory.getClass().getName());
        }
        add(factory.tier(), factory, tiers, TIERS);
    }

    private static <F> void add(String name, F factory, Map<String, F> all, String property) {
        all.forEach((other, present) -> {
            if (StoreNames.isSame(name, other)) {
                throw new DuplicateStoreNameException(
                        name,
                        property,
                        present.getClass().getName(),
                        factory.getClass().getName());
            }
        });
        all.put(name, factory);
    }

    private void requireTiers() {
        List<String> wanted = store.tiers();
        List<String> known = Stream.concat(Stream.of(MemoryStoreFactory.TIER), tiers.keySet().stream())
                .toList();
        wanted.forEach(tier -> requireKnown(TIERS, tier, known));
        PropertyChecks.that(
                hasMemoryTier(wanted) || find(wanted.get(0), types).isPresent(),
                TIERS,
                wanted,
                "a store is in memory, on disk, or in memory and behind it on disk or in a cluster",
                "memory,disk");
        PropertyChecks.that(
                of(store.type()).isInHeap() || !wanted.contains(MemoryStoreFactory.TIER),
                TIERS,
                wanted,
                TYPE + "=" + store.type() + " says that nothing is in memory",
                TYPE + "=caffeine");
    }

    private static boolean hasMemoryTier(List<String> wanted) {
        return wanted.isEmpty() || wanted.contains(MemoryStoreFactory.TIER);
    }

    private static void requireKnown(String property, String name, Collection<String> known) {
        Optional<String> jar = ExtensionJars.ofStore(name);
        PropertyChecks.that(
                known.stream().anyMatch(each -> StoreNames.isSame(each, name)),
                property,
                name,
                jar.map(absent -> "the jar " + absent + ", which adds it, is not on the class path")
                        .orElseGet(() -> "that is not one of " + String.join(", ", known)),
                jar.map(absent -> property + "=" + String.join(" or ", known) + ", or add the dependency dev.larder:"
                                + absent)
                        .orElseGet(() -> String.join(" or ", known)));
    }

    private static <F> Optional<F> find(String name, Map<String, F> all) {
        return Optional.ofNullable(all.get(StoreNames.canonical(name, all.keySet())));
    }

    /** Returns the factory of a type. */
    CacheStoreFactory of(String type) {
        return find(type, types).orElseThrow();
    }

    /** Returns a type as its factory spells it. */
    String name(String type) {
        return StoreNames.canonical(type, types.keySet());
    }

    /** Returns the type of the store of {@code larder.store}: a single tier is a type too. */
    String mainType() {
        return name(hasMemoryTier(store.tiers()) ? store.type() : store.tiers().get(0));
    }

    /** Returns the factory of the store of {@code larder.store}. */
    CacheStoreFactory main() {
        return of(mainType());
    }

    /** Returns the tier behind the memory. */
    Optional<StoreTierFactory> behindMemory() {
        return store.tiers().isEmpty()
                ? tiers.values().stream().filter(StoreTierFactory::isImplied).findFirst()
                : store.tiers().stream()
                        .flatMap(tier -> find(tier, tiers).stream())
                        .findFirst();
    }
}
