package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.store.MemoryStoreFactory;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Names of store types and tiers. Settings may write them as loosely as Spring Boot lets constants of an enum be written: case, hyphens
 * and underscores make no difference.
 */
final class StoreNames {

    private static final List<String> OF_LARDER = Stream.of(
                    new MemoryStoreFactory().types().stream(),
                    Stream.of(StoreProperties.MEMORY),
                    ExtensionJars.stores())
            .flatMap(names -> names)
            .toList();

    private StoreNames() {}

    /** The name as Larder and its extensions spell it; another one in lower case with hyphens. */
    static String canonical(String written) {
        return canonical(written, OF_LARDER);
    }

    /** The name as it is spelled among the known ones; one that is not among them in lower case with hyphens. */
    static String canonical(String written, Collection<String> known) {
        return known.stream()
                .filter(name -> isSame(name, written))
                .findFirst()
                .orElseGet(() -> written.strip().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Whether both are spellings of one name. */
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
