package dev.larder.gateway.autoconfigure;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Says which library an application lacks that has enabled remote procedure calls. */
@AutoConfiguration
@ConditionalOnProperty("larder.rpc.enabled")
public class LarderRpcLibrariesAutoConfiguration {

    @Bean
    @ConditionalOnMissingClass("dev.larder.rpc.autoconfigure.LarderRpcAutoConfiguration")
    static BeanFactoryPostProcessor larderRpcWithoutExtension() {
        return lacking("dev.larder:larder-rpc");
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
