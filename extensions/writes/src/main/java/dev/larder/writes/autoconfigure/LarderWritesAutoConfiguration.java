package dev.larder.writes.autoconfigure;

import dev.larder.gateway.autoconfigure.InvalidationProperties;
import dev.larder.gateway.autoconfigure.LarderAutoConfiguration;
import dev.larder.gateway.autoconfigure.LimitsProperties;
import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import dev.larder.gateway.message.LarderClock;
import dev.larder.gateway.rule.OriginTags;
import dev.larder.gateway.rule.RuleSet;
import dev.larder.gateway.rule.RuleSetCheck;
import dev.larder.gateway.upload.UnfinishedUploads;
import dev.larder.gateway.upload.UploadReceiver;
import dev.larder.http.ClientShares;
import dev.larder.invalidation.Invalidator;
import dev.larder.writes.WriteSettings;
import dev.larder.writes.buffer.WriteBufferLimits;
import dev.larder.writes.buffer.WriteCounts;
import dev.larder.writes.intake.BufferedWriteHandler;
import dev.larder.writes.intake.BufferedWritesGatewayFilterFactory;
import dev.larder.writes.intake.WriteStatusResources;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cloud.gateway.config.GatewayProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** Configures buffered writes, which are acknowledged before their origin has applied them, if there is a cache. */
@AutoConfiguration(after = LarderAutoConfiguration.class)
@ConditionalOnBean(RuleSet.class)
@EnableConfigurationProperties(WritesProperties.class)
@ImportRuntimeHints(WritesRuntimeHints.class)
public class LarderWritesAutoConfiguration {

    /** Holds the log, which exists only if a rule buffers writes. Closed after all its users. */
    static final class Holder implements AutoCloseable {

        private final Optional<WriteBehindService> held;

        Holder(Optional<WriteBehindService> held) {
            this.held = held;
        }

        Optional<WriteBehindService> held() {
            return held;
        }

        @Override
        public void close() {
            held.ifPresent(WriteBehindService::close);
        }
    }

    @Bean
    WriteRules larderRuleBuffers(Environment environment, WritesProperties properties, RuleSet rules) {
        return WriteRules.of(environment, properties, rules);
    }

    @Bean
    WriteBehindService.Parts larderWriteBehindParts(
            Invalidator invalidator,
            LarderClock clock,
            ObjectProvider<HttpClient> client,
            ObjectProvider<WriteSettings> settings,
            DeliveryEffects effects,
            InvalidationProperties invalidation) {
        return new WriteBehindService.Parts(
                invalidator,
                clock,
                client.getIfAvailable(HttpClient::create),
                settings(settings),
                effects,
                invalidation.uncertainty());
    }

    @Bean
    DeliveryEffects larderDeliveryEffects(RuleSet rules, OriginTags originTags) {
        return new DeliveryEffects(rules, originTags);
    }

    @Bean(destroyMethod = "close")
    Holder larderWriteBehind(WritesProperties properties, WriteRules rules, WriteBehindService.Parts parts) {
        return new Holder(WriteBehindService.of(properties, rules.buffers(), parts));
    }

    static WriteSettings settings(ObjectProvider<WriteSettings> settings) {
        return settings.getIfAvailable(() -> WriteSettings.DEFAULT);
    }

    @Bean
    BufferedWriteHandler larderBufferedWrites(
            Holder writeBehind,
            WriteRules rules,
            WritesProperties properties,
            LimitsProperties limits,
            UploadReceiver uploads) {
        return new BufferedWriteHandler(
                rules.buffering(),
                rules.reads(),
                writeBehind.held().map(WriteBehindService::intake),
                unfinished(rules, properties, limits, uploads),
                tags -> writeBehind.held().map(there -> there.flushed(tags)).orElseGet(() -> Mono.just(true)),
                tags -> writeBehind.held().map(there -> there.settled(tags)).orElseGet(() -> Mono.just(true)));
    }

    /** The buffer limits them in total. Every address may send one write, however small its share. */
    private static UnfinishedUploads unfinished(
            WriteRules rules, WritesProperties properties, LimitsProperties limits, UploadReceiver uploads) {
        long octets = limits.ofOneAddress(properties.maxSize().toBytes());
        return uploads.unfinished(
                new ClientShares(
                        WriteBufferLimits.MAX_UNFINISHED, limits.ofOneAddress(WriteBufferLimits.MAX_UNFINISHED)),
                new ClientShares(Long.MAX_VALUE, Math.max(octets, rules.longest())));
    }

    @Bean
    @ConditionalOnMissingBean
    BufferedWritesGatewayFilterFactory bufferedWritesGatewayFilterFactory(
            WriteInvalidationGatewayFilterFactory writes, BufferedWriteHandler buffered) {
        return new BufferedWritesGatewayFilterFactory(writes, buffered);
    }

    @Bean
    InitializingBean larderBufferedRoutes(GatewayProperties properties, RuleSet rules, BufferedWriteHandler buffered) {
        return () -> BufferedRouteChecks.check(properties, rules, buffered);
    }

    /** The settings of buffers are those of the start; the rules beside them, and where they apply, may be others. */
    @Bean
    RuleSetCheck larderBufferedRuleCheck(
            Environment environment,
            WritesProperties properties,
            GatewayProperties gateway,
            BufferedWriteHandler buffered) {
        return candidate -> {
            WriteRules.of(environment, properties, candidate);
            BufferedRouteChecks.check(gateway, candidate, buffered);
        };
    }

    @Bean
    SmartInitializingSingleton larderWriteBehindStart(
            Holder writeBehind,
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> handlers) {
        return () -> writeBehind.held().ifPresent(there -> {
            there.start();
            handlers.ifAvailable(new WriteStatusResources(there.buffer())::register);
        });
    }

    /** Runs after the server has stopped: no more requests arrive. */
    @Bean
    SmartLifecycle larderWriteBehindDrain(Holder writeBehind) {
        return new SmartLifecycle() {

            private volatile boolean running;

            @Override
            public void start() {
                running = true;
            }

            @Override
            public void stop() {
                running = false;
                writeBehind.held().ifPresent(WriteBehindService::drain);
            }

            @Override
            public boolean isRunning() {
                return running;
            }

            @Override
            public int getPhase() {
                return 0;
            }
        };
    }

    @Bean
    MeterBinder larderWriteMeters(Holder writeBehind) {
        return registry -> writeBehind.held().map(WriteBehindService::buffer).ifPresent(buffer -> {
            Gauge.builder("larder.writes.pending", buffer, all -> all.waiting().writes())
                    .description("Acknowledged writes not yet delivered, dead letters included")
                    .register(registry);
            Gauge.builder(
                            "larder.writes.pending.bytes",
                            buffer,
                            all -> all.waiting().bytes())
                    .description("Size of the acknowledged writes not yet delivered")
                    .baseUnit("bytes")
                    .register(registry);
            WriteCounts counts = buffer.counts();
            counter("larder.writes.accepted", counts, WriteCounts::accepted)
                    .description("Writes acknowledged before delivery")
                    .register(registry);
            counter("larder.writes.refused", counts, WriteCounts::refusals)
                    .description("Writes refused without acknowledgement")
                    .register(registry);
            counter("larder.writes.delivered", counts, WriteCounts::delivered)
                    .description("Acknowledged writes that the origin has accepted")
                    .register(registry);
            counter("larder.writes.failed", counts, WriteCounts::failed)
                    .description("Acknowledged writes that became dead letters")
                    .register(registry);
        });
    }

    private static FunctionCounter.Builder<WriteCounts> counter(
            String name, WriteCounts counted, ToDoubleFunction<WriteCounts> count) {
        return FunctionCounter.builder(name, counted, count);
    }
}
