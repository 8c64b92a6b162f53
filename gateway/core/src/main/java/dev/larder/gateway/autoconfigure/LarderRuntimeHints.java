package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.filter.CacheGatewayFilterFactory;
import dev.larder.gateway.rule.KeySettings;
import dev.larder.gateway.rule.RequestRule;
import dev.larder.invalidation.Couplings;
import dev.larder.invalidation.PoolPrefixes;
import dev.larder.invalidation.SegmentGlobs;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** Runtime hints for native images: the filters' configuration, rule settings and rules, and the metadata used to check property names. */
final class LarderRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindableRuntimeHintsRegistrar.forTypes(CacheGatewayFilterFactory.Config.class)
                .registerHints(hints, classLoader);
        BindableRuntimeHintsRegistrar.forTypes(RuleExtension.all().toArray(Class<?>[]::new))
                .registerHints(hints, classLoader);
        hints.resources()
                .registerPattern("META-INF/spring-configuration-metadata.json")
                .registerPattern(ExtensionJar.ANNOUNCEMENT)
                .registerPattern(ExtensionJar.INDEX);
        Set<Class<?>> read = new LinkedHashSet<>();
        Stream.concat(
                        RuleExtension.all(),
                        Stream.of(
                                RequestRule.class,
                                Couplings.class,
                                PoolPrefixes.class,
                                KeySettings.UserKey.class,
                                SegmentGlobs.class))
                .forEach(type -> addRecords(type, read));
        read.forEach(type -> hints.reflection().registerType(type, MemberCategory.INVOKE_DECLARED_METHODS));
    }

    /** Rules are compared, and shown, component by component. */
    private static void addRecords(Class<?> type, Set<Class<?>> found) {
        if (type.isRecord() && found.add(type)) {
            for (RecordComponent component : type.getRecordComponents()) {
                addRecords(component.getType(), found);
            }
        }
    }
}
