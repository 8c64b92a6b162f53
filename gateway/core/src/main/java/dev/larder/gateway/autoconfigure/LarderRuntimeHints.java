package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** What a native image cannot see by itself: the filters' configuration, the settings of rules, and the metadata that names of properties are checked by. */
final class LarderRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindableRuntimeHintsRegistrar.forTypes(CacheGatewayFilterFactory.Config.class)
                .registerHints(hints, classLoader);
        BindableRuntimeHintsRegistrar.forTypes(RuleExtension.all().toArray(Class<?>[]::new))
                .registerHints(hints, classLoader);
        hints.resources().registerPattern("META-INF/spring-configuration-metadata.json");
    }
}
