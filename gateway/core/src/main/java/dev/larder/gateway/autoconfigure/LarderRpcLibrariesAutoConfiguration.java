package dev.larder.gateway.autoconfigure;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Says which libraries an application lacks that has enabled remote procedure calls. */
@AutoConfiguration
@ConditionalOnProperty("larder.rpc.enabled")
public class LarderRpcLibrariesAutoConfiguration {

    private static final String STUBS = "dev.larder.rpc.v1.DocumentCacheGrpc";
    private static final String SPRING = "org.springframework.grpc.server.NettyGrpcServerFactory";
    private static final String NETTY = "io.grpc.netty.NettyServerBuilder";
    private static final String SERVICES = "io.grpc.protobuf.services.HealthStatusManager";

    @Bean
    @ConditionalOnMissingClass(STUBS)
    static BeanFactoryPostProcessor larderRpcWithoutStubs() {
        return lacking("dev.larder:larder-rpc");
    }

    @Bean
    @ConditionalOnMissingClass(SPRING)
    static BeanFactoryPostProcessor larderRpcWithoutSpring() {
        return lacking("org.springframework.grpc:spring-grpc-core");
    }

    @Bean
    @ConditionalOnMissingClass(NETTY)
    static BeanFactoryPostProcessor larderRpcWithoutServer() {
        return lacking("io.grpc:grpc-netty");
    }

    @Bean
    @ConditionalOnMissingClass(SERVICES)
    static BeanFactoryPostProcessor larderRpcWithoutServices() {
        return lacking("io.grpc:grpc-services");
    }

    private static BeanFactoryPostProcessor lacking(String library) {
        return beans -> {
            throw new InvalidPropertyException(
                    "larder.rpc.enabled",
                    "true",
                    "the library " + library + " is not on the class path",
                    "false, or add that dependency");
        };
    }
}
