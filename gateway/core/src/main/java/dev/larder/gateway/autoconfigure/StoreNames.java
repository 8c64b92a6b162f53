package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.store.MemoryStoreFactory;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Compares names of store types and tiers as Spring Boot compares enum constants: case, hyphens and underscores are ignored. */
final class StoreNames {

    private static final List<String> OF_LARDER = Stream.of(
                    new MemoryStoreFactory().types().stream(),
                    Stream.of(MemoryStoreFactory.TIER),
                    ExtensionJars.stores())
            .flatMap(names -> names)
            .toList();

    private StoreNames() {}

    /** Returns the name as Larder and its extensions spell it; another one in lower case with hyphens. */
    static String canonical(String written) {
        return canonical(written, OF_LARDER);
    }

    /** Returns the name as it is spelled among the known ones; another one in lower case with hyphens. */
    static String canonical(String written, Collection<String> known) {
        return known.stream()
                .filter(name -> isSame(name, written))
                .findFirst()
                .orElseGet(() -> written.strip().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns whether both are spellings of one name. */
    static boolean isSame(String one, String other) {
        return uniform(one).equals(uniform(other));
    }

    private static String uniform(String name) {
        return name.codePoints()
                .filter(Character::isLetterOrDigit)
                .map(Character::toLowerCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
